/** Rewrites damaged files, so that the engine's parser can open them. */
package octavo.host.repair;
