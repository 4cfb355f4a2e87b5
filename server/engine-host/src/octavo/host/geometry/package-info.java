/** Rectangles and transformations on a page. Shared by all packages that look at where something is. */
package octavo.host.geometry;
