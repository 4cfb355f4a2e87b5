/** The references of a compiled class to other classes, and a way to let single ones lead elsewhere. */
package octavo.host.engine.patches;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Predicate;

final class ClassReferences {
  private static final int COUNT_AT = 8;
  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int CLASS = 7;
  private static final int METHOD = 10;
  private static final int NAME_AND_TYPE = 12;

  private static final byte INVOKE_VIRTUAL = (byte) 0xb6;
  private static final byte INVOKE_STATIC = (byte) 0xb8;

  private final ByteBuffer bytes;
  /** Where each entry of the constant pool begins; 0 for the unused place after a long or double. */
  private final int[] at;
  private final int poolEnd;
  private final String target;
  private int redirected;

  private ClassReferences(byte[] classFile, String target) {
    this.bytes = ByteBuffer.wrap(classFile.clone());
    this.target = target;
    this.at = new int[bytes.getShort(COUNT_AT) & 0xffff];
    int position = COUNT_AT + 2;
    for (int index = 1; index < at.length; index++) {
      at[index] = position;
      int tag = bytes.get(position);
      position += size(position);
      if (tag == LONG || tag == DOUBLE) {
        index++;
      }
    }
    this.poolEnd = position;
  }

  /** Where the class `name` is created. Null if it is not. */
  static byte[] replaceClass(byte[] classFile, String name, String target) {
    return replaceTexts(classFile, name, target, text -> text.equals(name));
  }

  /** The same, and in the types of fields and methods. */
  static byte[] replaceClassAndTypes(byte[] classFile, String name, String target) {
    return replaceTexts(classFile, name, target, text -> text.contains(name));
  }

  /** A constant text, such as a pattern. Null if there is none. */
  static byte[] replaceText(byte[] classFile, String text, String other) {
    return replaceTexts(classFile, text, other, text::equals);
  }

  private static byte[] replaceTexts(byte[] classFile, String name, String target, Predicate<String> isUse) {
    ClassReferences references = new ClassReferences(classFile, target);
    ByteArrayOutputStream result = new ByteArrayOutputStream();
    result.write(classFile, 0, COUNT_AT + 2);
    for (int index = 1; index < references.at.length; index++) {
      references.copyEntry(index, name, isUse, result);
    }
    result.write(classFile, references.poolEnd, classFile.length - references.poolEnd);
    return references.redirected == 0 ? null : result.toByteArray();
  }

  /** Calls of the method; the new owner has a static method with the same name and types. Null if there are none. */
  static byte[] redirectCalls(byte[] classFile, String owner, String method, String types, String target) {
    ClassReferences references = new ClassReferences(classFile, target);
    for (int index = 1; index < references.at.length; index++) {
      if (references.isMethod(index, owner, method, types)) {
        references.bytes.putShort(references.at[index] + 1, (short) (references.at.length + 1));
        references.redirected++;
      }
    }
    return references.redirected == 0 ? null : references.withTarget();
  }

  /**
   * The only call of a method of an object. The target has a static method with the same name and types, which gets the
   * object as its first argument. Null if there is not exactly one call.
   */
  static byte[] redirectObjectCall(byte[] classFile, String owner, String method, String types, String target) {
    ClassReferences references = new ClassReferences(classFile, target);
    for (int index = 1; index < references.at.length; index++) {
      if (references.isMethod(index, owner, method, types)) {
        int name = references.unsigned(references.at[references.unsigned(references.at[index] + 3)] + 1);
        return references.withStaticCall(index, name, "(L" + owner + ";" + types.substring(1));
      }
    }
    return null;
  }

  private boolean isMethod(int index, String owner, String method, String types) {
    int entry = at[index];
    return tag(index) == METHOD && isClass(unsigned(entry + 1), owner) && hasNameAndType(unsigned(entry + 3), method, types);
  }

  /** The pool gets five more entries; the last one is the method. */
  private byte[] withStaticCall(int called, int name, String types) {
    int first = at.length;
    int replaced = 0;
    for (int position = poolEnd; position + 2 < bytes.capacity(); position++) {
      if (bytes.get(position) == INVOKE_VIRTUAL && unsigned(position + 1) == called) {
        bytes.put(position, INVOKE_STATIC);
        bytes.putShort(position + 1, (short) (first + 4));
        replaced++;
      }
    }
    if (replaced != 1) {
      return null;
    }
    return withEntries(5, out -> {
      writeText(target, out);
      out.writeByte(CLASS);
      out.writeShort(first);
      writeText(types, out);
      out.writeByte(NAME_AND_TYPE);
      out.writeShort(name);
      out.writeShort(first + 2);
      out.writeByte(METHOD);
      out.writeShort(first + 1);
      out.writeShort(first + 3);
    });
  }

  private void copyEntry(int index, String name, Predicate<String> isUse, ByteArrayOutputStream result) {
    String text = tag(index) == UTF8 ? text(index) : "";
    if (isUse.test(text)) {
      redirected++;
      writeText(text.replace(name, target), new DataOutputStream(result));
    } else if (at[index] != 0) {
      result.write(bytes.array(), at[index], size(at[index]));
    }
  }

  private static void writeText(String text, DataOutputStream out) {
    try {
      out.writeByte(UTF8);
      out.writeUTF(text);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** The pool gets two more entries: the name of the new class, and the class. */
  private byte[] withTarget() {
    return withEntries(2, out -> {
      writeText(target, out);
      out.writeByte(CLASS);
      out.writeShort(at.length);
    });
  }

  private interface Entries {
    void write(DataOutputStream out) throws IOException;
  }

  private byte[] withEntries(int count, Entries entries) {
    ByteArrayOutputStream result = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(result)) {
      bytes.putShort(COUNT_AT, (short) (at.length + count));
      out.write(bytes.array(), 0, poolEnd);
      entries.write(out);
      out.write(bytes.array(), poolEnd, bytes.capacity() - poolEnd);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return result.toByteArray();
  }

  private boolean isClass(int index, String name) {
    return tag(index) == CLASS && text(unsigned(at[index] + 1)).equals(name);
  }

  private boolean hasNameAndType(int index, String name, String type) {
    return text(unsigned(at[index] + 1)).equals(name) && text(unsigned(at[index] + 3)).equals(type);
  }

  private int tag(int index) {
    return at[index] == 0 ? 0 : bytes.get(at[index]);
  }

  private int unsigned(int position) {
    return bytes.getShort(position) & 0xffff;
  }

  private String text(int index) {
    int start = at[index] + 1;
    byte[] encoded = Arrays.copyOfRange(bytes.array(), start, start + 2 + unsigned(start));
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(encoded))) {
      return in.readUTF();
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  /** Of an entry of the constant pool, by section 4.4 of the Java virtual machine specification. */
  private int size(int position) {
    int tag = bytes.get(position);
    return switch (tag) {
      case UTF8 -> 3 + unsigned(position + 1);
      case 3, 4, 9, METHOD, 11, NAME_AND_TYPE, 17, 18 -> 5;
      case LONG, DOUBLE -> 9;
      case CLASS, 8, 16, 19, 20 -> 3;
      case 15 -> 4;
      default -> throw new IllegalArgumentException("constant pool entry of unknown kind " + tag);
    };
  }
}
