package dev.sandboxed.network.internal;

import dev.sandboxed.linux.internal.network.NetworkNamespace;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/** Does what a program inside could do, with sockets of the sandbox's namespace. */
record Visitor(NetworkNamespace inside) {

    private static final int PATIENCE = 3_000;

    /** Creates one who is where the room leads by itself. */
    Visitor(NetworkRoom room) {
        this(new NetworkNamespace(room.namespace()));
    }

    /** Connects and returns what is said there, or how that failed. */
    String connect(String address, int port) throws IOException {
        try (Socket socket = inside.call(() -> SocketChannel.open(StandardProtocolFamily.INET))
                .socket()) {
            socket.connect(new InetSocketAddress(address, port), PATIENCE);
            socket.setSoTimeout(PATIENCE);
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "failed: " + e.getMessage();
        }
    }

    /** Sends a packet and returns what is sent back, or how that failed. */
    String send(String address, int port, String text) throws IOException {
        try (DatagramChannel channel = inside.call(() -> DatagramChannel.open(StandardProtocolFamily.INET))) {
            channel.connect(new InetSocketAddress(address, port));
            channel.socket().setSoTimeout(PATIENCE);
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            return new String(receive(channel), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "failed: " + e.getMessage();
        }
    }

    private static byte[] receive(DatagramChannel channel) throws IOException {
        var packet = new DatagramPacket(new byte[65_535], 65_535);
        channel.socket().receive(packet);
        return Arrays.copyOf(packet.getData(), packet.getLength());
    }

    /** Asks for a name and returns the addresses, or the code of the answer. */
    List<String> ask(String name) throws IOException {
        Message answer = ask(name, Type.A, DClass.IN);
        List<String> all = new ArrayList<>();
        for (Record record : answer.getSection(Section.ANSWER)) {
            if (record instanceof ARecord found) {
                all.add(found.getAddress().getHostAddress());
            }
        }
        return all.isEmpty() ? List.of(Rcode.string(answer.getRcode())) : all;
    }

    Message ask(String name, int type, int dclass) throws IOException {
        Message question = Message.newQuery(Record.newRecord(absolute(name), type, dclass));
        try (DatagramChannel channel = inside.call(() -> DatagramChannel.open(StandardProtocolFamily.INET))) {
            channel.connect(new InetSocketAddress("169.254.83.1", 53));
            channel.socket().setSoTimeout(PATIENCE);
            channel.write(ByteBuffer.wrap(question.toWire()));
            return new Message(receive(channel));
        }
    }

    private static Name absolute(String name) throws IOException {
        return name.equals(".") ? Name.root : Name.fromString(name + ".");
    }

    /** Sends anything to the resolver, and waits for nothing. */
    void shout(byte[] anything) throws IOException {
        try (DatagramChannel channel = inside.call(() -> DatagramChannel.open(StandardProtocolFamily.INET))) {
            channel.send(ByteBuffer.wrap(anything), new InetSocketAddress("169.254.83.1", 53));
        }
    }

    /** Asks over a connection. */
    Message askOverTcp(String name, int type) throws IOException {
        byte[] question = Message.newQuery(Record.newRecord(absolute(name), type, DClass.IN))
                .toWire();
        try (Socket socket = inside.call(() -> SocketChannel.open(StandardProtocolFamily.INET))
                .socket()) {
            socket.connect(new InetSocketAddress("169.254.83.1", 53), PATIENCE);
            socket.setSoTimeout(PATIENCE);
            ByteBuffer whole = ByteBuffer.allocate(question.length + 2);
            whole.putShort((short) question.length).put(question);
            socket.getOutputStream().write(whole.array());
            var in = new DataInputStream(socket.getInputStream());
            byte[] answer = new byte[in.readUnsignedShort()];
            in.readFully(answer);
            return new Message(answer);
        }
    }
}
