/** What was found on one page. `complete`: its content was read to the end. */
package octavo.host.inspection;

import java.util.Set;

record PageFacts(
    boolean complete, int letters, int visibleLetters, int unmappedLetters, Set<Object> unmappedFonts, double imageShare) {}
