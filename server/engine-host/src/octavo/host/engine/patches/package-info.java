/** Replaces slow parts of the engine when its classes are loaded; outputs stay the same. See docs/decisions/0042-engine-patches.md. */
package octavo.host.engine.patches;
