/** All content operators except those of Type 3 fonts. Content with any other operator is unsupported: parsers differ in how they treat it. */
package octavo.host.visibility.fastpath;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

final class ContentOperators {
  private static final String ALL = "b B b* B* BDC BI BMC BT BX c cm CS cs d Do DP EMC ET EX f F f* G g gs h i j J K k l m M MP "
      + "n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' \"";

  private static final Map<Integer, String> BY_LETTERS = new HashMap<>();

  static {
    for (String name : ALL.split(" ")) {
      BY_LETTERS.put(lettersOf(name.getBytes(StandardCharsets.US_ASCII), 0, name.length()), name);
    }
  }

  private ContentOperators() {}

  /** Null for an unknown operator. */
  static String find(byte[] bytes, int start, int end) {
    return end - start > 3 ? null : BY_LETTERS.get(lettersOf(bytes, start, end));
  }

  private static int lettersOf(byte[] bytes, int start, int end) {
    int letters = 0;
    for (int n = start; n < end; n++) {
      letters = letters << 8 | bytes[n] & 0xFF;
    }
    return letters;
  }
}
