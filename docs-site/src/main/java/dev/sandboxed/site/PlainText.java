package dev.sandboxed.site;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/** The words of Markdown, without its signs, addresses of links and HTML. */
final class PlainText extends AbstractVisitor {

    private final StringBuilder words = new StringBuilder();

    private PlainText() {}

    /** Returns the words of a node and all that it contains, with single spaces between them. */
    static String of(Node node) {
        PlainText text = new PlainText();
        node.accept(text);
        return text.words.toString().replaceAll("\\s+", " ").strip();
    }

    @Override
    public void visit(Text text) {
        words.append(text.getLiteral());
    }

    @Override
    public void visit(Code code) {
        words.append(code.getLiteral());
    }

    @Override
    public void visit(FencedCodeBlock code) {
        words.append(code.getLiteral()).append(' ');
    }

    @Override
    public void visit(IndentedCodeBlock code) {
        words.append(code.getLiteral()).append(' ');
    }

    @Override
    public void visit(SoftLineBreak lineBreak) {
        words.append(' ');
    }

    @Override
    public void visit(HardLineBreak lineBreak) {
        words.append(' ');
    }

    @Override
    public void visit(Paragraph paragraph) {
        visitChildren(paragraph);
        words.append(' ');
    }

    /** Cells of tables, among others. */
    @Override
    public void visit(CustomNode node) {
        visitChildren(node);
        words.append(' ');
    }
}
