/** Types of the texts and their keys, derived from the English files. */
import type { en } from './locales/en/index.ts';

type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

export type Locale = Texts<typeof en>;
export type Namespace = keyof Locale;

/** `pages_one` and `pages_other` are plural forms of the key `pages`. */
type WithoutForm<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;

type LeafKeys<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutForm<K> : `${K}.${LeafKeys<T[K]>}`;
}[keyof T & string];

export type TextKey<N extends Namespace> = LeafKeys<(typeof en)[N]>;
