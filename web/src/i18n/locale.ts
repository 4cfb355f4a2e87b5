/** What every language must say: the keys of the English texts. */
import type { en } from './locales/en/index.ts';

type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

export type Locale = Texts<typeof en>;
