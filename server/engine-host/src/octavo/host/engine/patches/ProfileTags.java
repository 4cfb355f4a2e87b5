/** The engine unpacks every ICC profile, on every page again, for its description and its copyright, which nothing reads. */
package octavo.host.engine.patches;

import org.verapdf.as.io.ASInputStream;

public final class ProfileTags {
  private ProfileTags() {}

  public static String getTagValue(ASInputStream profile, int offset, int length, boolean copyright) {
    return null;
  }
}
