/** Where something is: a page, counted from 1, and a box on the displayed page, or null if it has none. */
package octavo.host.engine.accessibility;

import octavo.host.geometry.Rect;

record Place(int page, Rect box) {}
