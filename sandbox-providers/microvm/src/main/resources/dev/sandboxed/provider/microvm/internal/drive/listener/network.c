/* The networks of a machine: one for the channel, where that is a network, and what leads out, if anything does. Commands see the
 * second one only. */
#define _GNU_SOURCE
#include "listener.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <net/if.h>
#include <net/route.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* As the kernel wants them: not every C library has the headers. */
enum { ROUTING = 0, NEW_LINK = 16, ERROR = 2, REQUEST = 1, CONFIRM = 4, NAME = 3, NAMESPACE = 28 };

struct move {
    unsigned int length;
    unsigned short type, flags;
    unsigned int number, sender;
    unsigned char family, unused;
    unsigned short kind;
    int device;
    unsigned int device_flags, changed;
    unsigned short to_length, to;
    int descriptor;
    unsigned short name_length, name;
    char called[8];
};

struct confirmation {
    unsigned int length;
    unsigned short type, flags;
    unsigned int number, sender;
    int error;
    char request[sizeof(struct move)];
};

/* What leads out: its end in this machine, the address there, and the one that leads further. */
static struct {
    char hardware[18], address[16], gateway[16];
} out;

static void put_address(struct sockaddr *to, const char *written) {
    struct sockaddr_in *address = (struct sockaddr_in *)to;
    memset(address, 0, sizeof *address);
    address->sin_family = AF_INET;
    inet_pton(AF_INET, written, &address->sin_addr);
}

static void raise_interface(const char *name, const char *address, const char *mask) {
    int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    struct ifreq request;
    memset(&request, 0, sizeof request);
    strncpy(request.ifr_name, name, IFNAMSIZ - 1);
    if (address != NULL) {
        put_address(&request.ifr_addr, address);
        ioctl(any, SIOCSIFADDR, &request);
        put_address(&request.ifr_addr, mask);
        ioctl(any, SIOCSIFNETMASK, &request);
    }
    request.ifr_flags = IFF_UP | IFF_RUNNING;
    if (ioctl(any, SIOCSIFFLAGS, &request) != 0) {
        fail("cannot raise", name);
    }
    close(any);
}

static int leads_out(int any, const char *name) {
    char found[sizeof out.hardware];
    struct ifreq request;
    memset(&request, 0, sizeof request);
    strncpy(request.ifr_name, name, IFNAMSIZ - 1);
    if (ioctl(any, SIOCGIFHWADDR, &request) != 0) {
        return 0;
    }
    const unsigned char *bytes = (const unsigned char *)request.ifr_hwaddr.sa_data;
    snprintf(found, sizeof found, "%02x:%02x:%02x:%02x:%02x:%02x", bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5]);
    return strcmp(found, out.hardware) == 0;
}

/* Returns the number of the device that leads out, or of the first other one that is not the loopback. Which of them the kernel
 * finds first nobody knows. */
static unsigned int find_device(int that_leads_out, char *name) {
    int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    struct if_nameindex *all = if_nameindex();
    unsigned int found = 0;
    for (struct if_nameindex *one = all; one != NULL && one->if_index != 0 && found == 0; one++) {
        if (strncmp(one->if_name, "eth", 3) == 0 && leads_out(any, one->if_name) == that_leads_out) {
            strcpy(name, one->if_name);
            found = one->if_index;
        }
    }
    if_freenameindex(all);
    close(any);
    if (found == 0) {
        fail("there is no network device for", that_leads_out ? "what leads out" : "the channel");
    }
    return found;
}

/* Gives a device to the network of commands, where it is called as most programs expect. */
static void give_away(unsigned int device) {
    struct move order = {.length = sizeof order, .type = NEW_LINK, .flags = REQUEST | CONFIRM, .device = (int)device};
    order.to_length = 8;
    order.to = NAMESPACE;
    order.descriptor = network;
    order.name_length = 9;
    order.name = NAME;
    strcpy(order.called, "eth0");
    struct confirmation answer = {.error = -1};
    int kernel = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, ROUTING);
    if (send(kernel, &order, sizeof order, 0) != sizeof order || recv(kernel, &answer, sizeof answer, 0) <= 0 ||
        answer.type != ERROR || answer.error != 0) {
        fail("cannot give away", "the network device that leads out");
    }
    close(kernel);
}

static void write_setting(const char *path, const char *value) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file >= 0) {
        write(file, value, strlen(value));
        close(file);
    }
}

/* There is no IPv6 out there, and whoever tries it learns so at once. */
static void lead_out(const char *name) {
    write_setting("/proc/sys/net/ipv6/conf/default/disable_ipv6", "1");
    char path[64];
    snprintf(path, sizeof path, "/proc/sys/net/ipv6/conf/%s/disable_ipv6", name);
    write_setting(path, "1");
    raise_interface(name, out.address, "255.255.255.252");
    int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    struct rtentry route;
    memset(&route, 0, sizeof route);
    put_address(&route.rt_dst, "0.0.0.0");
    put_address(&route.rt_genmask, "0.0.0.0");
    put_address(&route.rt_gateway, out.gateway);
    route.rt_flags = RTF_UP | RTF_GATEWAY;
    if (ioctl(any, SIOCADDRT, &route) != 0) {
        fail("cannot set the way out by", out.gateway);
    }
    struct ifreq size;
    memset(&size, 0, sizeof size);
    strncpy(size.ifr_name, name, IFNAMSIZ - 1);
    size.ifr_mtu = 65520;
    if (ioctl(any, SIOCSIFMTU, &size) != 0) {
        dprintf(2, "sandboxed: packets are not as large as they could be\n");
    }
    close(any);
}

static void read_link(void) {
    const char *link = getenv("SANDBOXED_LINK");
    if (link != NULL && sscanf(link, "%17[^,],%15[^,],%15s", out.hardware, out.address, out.gateway) != 3) {
        fail("cannot understand", link);
    }
}

void connect_machine(const char *channel) {
    char name[IF_NAMESIZE] = "eth0";
    read_link();
    int leads = out.gateway[0] != 0;
    raise_interface("lo", NULL, NULL);
    if (channel == NULL) {
        if (leads) {
            find_device(1, name);
            lead_out(name);
        }
        return;
    }
    /* Where the channel is a network, it is ours alone: commands get a namespace without it. */
    own_network = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
    if (unshare(CLONE_NEWNET) != 0) {
        fail("cannot make", "a network namespace");
    }
    raise_interface("lo", NULL, NULL);
    network = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
    setns(own_network, CLONE_NEWNET);
    if (leads) {
        give_away(find_device(1, name));
        setns(network, CLONE_NEWNET);
        lead_out("eth0");
        setns(own_network, CLONE_NEWNET);
    }
    find_device(0, name);
    raise_interface(name, channel, "255.255.255.0");
}

/* The way there is that of the sandbox: what is a link in its image leads to where it would lead a command. */
void tell_resolver(int root) {
    if (out.gateway[0] == 0) {
        return;
    }
    int ours = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (ours < 0 || fchdir(root) != 0 || chroot(".") != 0) {
        fail("cannot look at", "the root of the sandbox");
    }
    mkdir("/etc", 0755);
    unlink("/etc/resolv.conf");
    int file = open("/etc/resolv.conf", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0) {
        fail("cannot write", "/etc/resolv.conf");
    }
    dprintf(file, "nameserver %s\n", out.gateway);
    close(file);
    if (fchdir(ours) != 0 || chroot(".") != 0) {
        fail("cannot come back from", "the root of the sandbox");
    }
    close(ours);
}
