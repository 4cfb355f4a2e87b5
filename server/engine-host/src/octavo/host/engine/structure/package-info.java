/** What the structure tree of a tagged PDF says about its pages. */
package octavo.host.engine.structure;
