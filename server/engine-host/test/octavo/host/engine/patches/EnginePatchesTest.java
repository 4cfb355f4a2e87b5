package octavo.host.engine.patches;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.verapdf.cos.COSObject;
import org.verapdf.cos.COSReal;

class EnginePatchesTest {
  private static byte[] engineClass(String name) throws IOException {
    try (InputStream in = EnginePatchesTest.class.getResourceAsStream("/" + name + ".class")) {
      assertNotNull(in, "the engine has no class " + name);
      return in.readAllBytes();
    }
  }

  static Iterable<Map.Entry<String, List<UnaryOperator<byte[]>>>> changes() {
    return EnginePatches.CHANGES.entrySet();
  }

  /** Fails after an upgrade of the engine that moves what is replaced. */
  @ParameterizedTest
  @MethodSource("changes")
  void applyToTheEngine(Map.Entry<String, List<UnaryOperator<byte[]>>> change) throws IOException {
    assertNotNull(EnginePatches.apply(change.getValue(), engineClass(change.getKey())));
  }

  /** Loading verifies the class file: its types still fit each other. */
  @ParameterizedTest
  @MethodSource("changes")
  void leaveAValidClass(Map.Entry<String, List<UnaryOperator<byte[]>>> change) throws Exception {
    byte[] changed = EnginePatches.apply(change.getValue(), engineClass(change.getKey()));
    ClassLoader loader = new ClassLoader(EnginePatchesTest.class.getClassLoader()) {
      @Override
      protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean isChanged = name.equals(change.getKey().replace('/', '.'));
        return isChanged ? defineClass(name, changed, 0, changed.length) : super.loadClass(name, resolve);
      }
    };
    Class<?> loaded = Class.forName(change.getKey().replace('/', '.'), true, loader);
    assertEquals(loader, loaded.getClassLoader());
  }

  @Test
  void writeNumbersAsTheEngineDoes() throws Exception {
    String name = "org/verapdf/cos/COSReal";
    byte[] changed = EnginePatches.apply(EnginePatches.CHANGES.get(name), engineClass(name));
    ClassLoader loader = new ClassLoader(EnginePatchesTest.class.getClassLoader()) {
      @Override
      protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
        return wanted.equals(name.replace('/', '.')) ? defineClass(wanted, changed, 0, changed.length) : super.loadClass(wanted, resolve);
      }
    };
    Method construct = loader.loadClass(name.replace('/', '.')).getMethod("construct", double.class);
    Random random = new Random(7);
    DoubleStream some = DoubleStream.of(0, -0.0, 1, -2, 0.1, 100, 1e-7, -1e-41, 1e-40, 5e-41, 1e15, 1e300, 0.30000000000000004,
        Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE);
    DoubleStream more = random.doubles(5_000).map(value -> (value - 0.5) * Math.pow(10, random.nextInt(24) - 12));
    for (double value : DoubleStream.concat(some, more).toArray()) {
      COSObject number = (COSObject) construct.invoke(null, value);
      assertEquals(loader, number.getDirectBase().getClass().getClassLoader());
      assertEquals(COSReal.construct(value).getDirectBase().toString(), number.getDirectBase().toString());
    }
  }

  @Test
  void changeNothingElse() throws IOException {
    byte[] file = engineClass("octavo/host/engine/patches/SingleCharacters");
    assertNull(ClassReferences.replaceClass(file, "no/such/Class", "octavo/host/Main"));
    assertNull(ClassReferences.redirectCalls(file, "java/lang/String", "noSuchMethod", "()V", "octavo/host/Main"));
    assertArrayEquals(engineClass("octavo/host/engine/patches/SingleCharacters"), file);
  }


  /** A long constant takes two places of the constant pool. */
  public static final class Caller {
    public static long answer() {
      return 0x1234_5678_9abcL + Integer.parseInt("7");
    }
  }

  public static final class Other {
    public static int parseInt(String text) {
      return 9;
    }

    public static int length(String text) {
      return -text.length();
    }
  }

  public static final class Measurer {
    public static long answer() {
      return 0x1234_5678_9abcL + "seven".length();
    }
  }

  private static byte[] fileOf(Class<?> type) throws IOException {
    return engineClass(type.getName().replace('.', '/'));
  }

  private static final String OTHER = Other.class.getName().replace('.', '/');

  @Test
  void redirectACall() throws Exception {
    byte[] changed =
        ClassReferences.redirectCalls(fileOf(Caller.class), "java/lang/Integer", "parseInt", "(Ljava/lang/String;)I", OTHER);
    assertEquals(0x1234_5678_9abcL + 9, answerOf(Caller.class.getName(), changed));
  }

  @Test
  void redirectACallOfAnObject() throws Exception {
    byte[] changed = ClassReferences.redirectObjectCall(fileOf(Measurer.class), "java/lang/String", "length", "()I", OTHER);
    assertEquals(0x1234_5678_9abcL - 5, answerOf(Measurer.class.getName(), changed));
    assertNull(ClassReferences.redirectObjectCall(fileOf(Caller.class), "java/lang/String", "length", "()I", OTHER));
  }

  private static Object answerOf(String name, byte[] changed) throws Exception {
    ClassLoader loader = new ClassLoader(EnginePatchesTest.class.getClassLoader()) {
      @Override
      protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
        return wanted.equals(name) ? defineClass(name, changed, 0, changed.length) : super.loadClass(wanted, resolve);
      }
    };
    return loader.loadClass(name).getMethod("answer").invoke(null);
  }
}
