/** The public API of `@octavo/ai`. */
export { type OctavoToolOptions, type OctavoTools, octavoTools } from './octavo-tools.ts';
