/** Replaces slow or wrong parts of the engine when its classes are loaded. See docs/decisions/0042-engine-patches.md. */
package octavo.host.engine.patches;
