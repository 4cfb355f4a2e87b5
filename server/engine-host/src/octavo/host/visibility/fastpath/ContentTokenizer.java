/** Splits content into operators and operands. Strings, arrays and dictionaries are counted, but their values are not needed. */
package octavo.host.visibility.fastpath;

import java.nio.charset.StandardCharsets;

final class ContentTokenizer {
  private final byte[] bytes;
  private final int end;
  private final Operands operands = new Operands();
  private int at;
  private int index = -1;

  ContentTokenizer(byte[] bytes, int length) {
    this.bytes = bytes;
    this.end = length;
  }

  /** The next operator, or null at the end. Its operands are in `operands()` until the next call. */
  String next() {
    operands.clear();
    while (true) {
      skipSpace();
      if (at >= end) {
        return null;
      }
      index++;
      int first = bytes[at];
      switch (first) {
        case '/' -> readName();
        case '(' -> {
          skipString();
          operands.addOther();
        }
        case '[', '<' -> {
          skipNested();
          operands.addOther();
        }
        case '+', '-', '.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> operands.add(readNumber());
        default -> {
          String name = readWord();
          if (name != null) {
            return name;
          }
        }
      }
    }
  }

  Operands operands() {
    return operands;
  }

  /** The index of the last operator, counted as the engine does: each operand counts as one, an array with its content too. */
  int index() {
    return index;
  }

  private static boolean isSpace(int octet) {
    return octet == ' ' || octet == '\n' || octet == '\r' || octet == '\t' || octet == '\f' || octet == 0;
  }

  private static boolean isDelimiter(int octet) {
    return switch (octet) {
      case '(', ')', '<', '>', '[', ']', '{', '}', '/', '%' -> true;
      default -> isSpace(octet);
    };
  }

  private void skipSpace() {
    while (at < end) {
      if (bytes[at] == '%') {
        while (at < end && bytes[at] != '\n' && bytes[at] != '\r') {
          at++;
        }
      } else if (isSpace(bytes[at])) {
        at++;
      } else {
        return;
      }
    }
  }

  private void readName() {
    int start = ++at;
    while (at < end && !isDelimiter(bytes[at])) {
      if (bytes[at] == '#' || bytes[at] < 0) {
        throw new UnsupportedContent();
      }
      at++;
    }
    operands.add(new String(bytes, start, at - start, StandardCharsets.US_ASCII));
  }

  private double readNumber() {
    int start = at;
    boolean negative = bytes[at] == '-';
    if (negative || bytes[at] == '+') {
      at++;
    }
    double value = 0;
    double unit = 0;
    int digits = 0;
    for (; at < end && !isDelimiter(bytes[at]); at++) {
      int octet = bytes[at];
      if (octet == '.' && unit == 0) {
        unit = 1;
      } else if (octet >= '0' && octet <= '9') {
        value = value * 10 + (octet - '0');
        unit *= 10;
        digits++;
      } else {
        throw new UnsupportedContent();
      }
    }
    if (digits == 0 || at - start > 30) {
      throw new UnsupportedContent();
    }
    value = unit > 1 ? value / unit : value;
    return negative ? -value : value;
  }

  private void skipString() {
    int depth = 0;
    for (; at < end; at++) {
      switch (bytes[at]) {
        case '\\' -> at++;
        case '(' -> depth++;
        case ')' -> {
          if (--depth == 0) {
            at++;
            return;
          }
        }
        default -> { }
      }
    }
    throw new UnsupportedContent();
  }

  /** Skips an array, a dictionary or a hexadecimal string. */
  private void skipNested() {
    int depth = 0;
    do {
      skipSpace();
      if (at >= end) {
        throw new UnsupportedContent();
      }
      switch (bytes[at]) {
        case '(' -> skipString();
        case '[' -> {
          depth++;
          at++;
        }
        case ']' -> {
          depth--;
          at++;
        }
        case '<' -> depth += skipAngle();
        case '>' -> {
          if (at + 1 >= end || bytes[at + 1] != '>') {
            throw new UnsupportedContent();
          }
          depth--;
          at += 2;
        }
        case '/' -> {
          at++;
          skipRegular();
        }
        default -> {
          if (isDelimiter(bytes[at])) {
            throw new UnsupportedContent();
          }
          skipRegular();
        }
      }
    } while (depth > 0);
  }

  /** Returns 1 at the start of a dictionary, 0 after a hexadecimal string. */
  private int skipAngle() {
    if (at + 1 < end && bytes[at + 1] == '<') {
      at += 2;
      return 1;
    }
    while (at < end && bytes[at] != '>') {
      at++;
    }
    at++;
    return 0;
  }

  private void skipRegular() {
    while (at < end && !isDelimiter(bytes[at])) {
      at++;
    }
  }

  /** Returns an operator, or null for a keyword that is an operand. */
  private String readWord() {
    int start = at;
    skipRegular();
    String operator = ContentOperators.find(bytes, start, at);
    if (operator == null) {
      String word = new String(bytes, start, at - start, StandardCharsets.ISO_8859_1);
      if (!word.equals("true") && !word.equals("false") && !word.equals("null")) {
        throw new UnsupportedContent();
      }
      operands.addOther();
      return null;
    }
    if (operator.equals("BI")) {
      skipImage();
    }
    return operator;
  }

  /** An inline image: its keys, `ID`, its bytes, `EI`. Unsupported if parsers could disagree about where it ends. */
  private void skipImage() {
    for (skipSpace(); at < end && bytes[at] != 'I'; skipSpace()) {
      skipNested();
    }
    if (at + 2 >= end || bytes[at + 1] != 'D' || !isSpace(bytes[at + 2])) {
      throw new UnsupportedContent();
    }
    for (at += 3; at + 1 < end; at++) {
      if (bytes[at] == 'E' && bytes[at + 1] == 'I' && (at + 2 == end || isSpace(bytes[at + 2]))) {
        if (!isSpace(bytes[at - 1])) {
          throw new UnsupportedContent();
        }
        at += 2;
        return;
      }
    }
    throw new UnsupportedContent();
  }
}
