/**
 * What makes a tagged PDF more accessible: checks against PDF/UA-1 before and after, entries that are known, and a report
 * of both. See docs/decisions/0060-accessibility.md.
 */
package octavo.host.engine.accessibility;
