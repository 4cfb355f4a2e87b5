/** Splits content into operators and their operands. Strings, arrays and dictionaries are only counted: nobody here needs them. */
package octavo.host;

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

  /** The next operator, or null at the end. What stood before it is in `operands` until the next call. */
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

  /** Of the operator that was read last, counted as the engine counts: an operand is one, an array with all it holds is one. */
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
        throw new Operands.UnsupportedContent();
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
        throw new Operands.UnsupportedContent();
      }
    }
    if (digits == 0 || at - start > 30) {
      throw new Operands.UnsupportedContent();
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
    throw new Operands.UnsupportedContent();
  }

  /** An array, a dictionary or a string in hexadecimal digits. */
  private void skipNested() {
    int depth = 0;
    do {
      skipSpace();
      if (at >= end) {
        throw new Operands.UnsupportedContent();
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
            throw new Operands.UnsupportedContent();
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
            throw new Operands.UnsupportedContent();
          }
          skipRegular();
        }
      }
    } while (depth > 0);
  }

  /** 1 if a dictionary begins, 0 past a string. */
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

  /** An operator; null for a word that is an operand. */
  private String readWord() {
    int start = at;
    skipRegular();
    String operator = ContentOperators.find(bytes, start, at);
    if (operator == null) {
      String word = new String(bytes, start, at - start, StandardCharsets.ISO_8859_1);
      if (!word.equals("true") && !word.equals("false") && !word.equals("null")) {
        throw new Operands.UnsupportedContent();
      }
      operands.addOther();
      return null;
    }
    if (operator.equals("BI")) {
      skipPicture();
    }
    return operator;
  }

  /** A picture within the content: its keys, `ID`, its bytes, `EI`. Where its end could be taken for another, it is unclear. */
  private void skipPicture() {
    for (skipSpace(); at < end && bytes[at] != 'I'; skipSpace()) {
      skipNested();
    }
    if (at + 2 >= end || bytes[at + 1] != 'D' || !isSpace(bytes[at + 2])) {
      throw new Operands.UnsupportedContent();
    }
    for (at += 3; at + 1 < end; at++) {
      if (bytes[at] == 'E' && bytes[at + 1] == 'I' && (at + 2 == end || isSpace(bytes[at + 2]))) {
        if (!isSpace(bytes[at - 1])) {
          throw new Operands.UnsupportedContent();
        }
        at += 2;
        return;
      }
    }
    throw new Operands.UnsupportedContent();
  }
}
