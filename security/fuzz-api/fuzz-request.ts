/** A request as the fuzzer draws it. Ids and callers are symbolic, so that the same request fits any state. */

export const callers = ['session', 'key', 'both', 'nobody', 'free', 'garbage', 'wrong key', 'share'] as const;
export type CallerKind = (typeof callers)[number];

export type IdChoice =
  | { readonly kind: 'own' | 'foreign'; readonly index: number }
  | { readonly kind: 'absent' }
  /** Put into the path encoded, or unchanged. */
  | { readonly kind: 'text' | 'raw'; readonly text: string };

/** Stands for the id of an own job in a JSON body. */
export const ownJobId = '{own job}';

/** Stands for the id of an own upload in a JSON body. */
export const ownUploadId = '{own upload}';

/** `base_job_id`: names a job in a body. */
export const namesJob = (property: string) => property.endsWith('_job_id');

export type FormPart = {
  readonly name: string;
  readonly fileName?: string;
  readonly type?: string;
  readonly content:
    | { readonly kind: 'pdf' | 'locked' | 'no-pdf' | 'large' }
    | { readonly kind: 'own job' | 'own upload' | 'document url' }
    | { readonly kind: 'text'; readonly text: string };
};

export const formDamages = [
  'none',
  'cut',
  'no end',
  'wrong boundary',
  'no boundary',
  'bare',
  'twice',
] as const;
export type FormDamage = (typeof formDamages)[number];

export type FuzzBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string; readonly type: string | null }
  | { readonly kind: 'form'; readonly parts: readonly FormPart[]; readonly damage: FormDamage };

export type FuzzRequest = {
  readonly method: string;
  readonly caller: CallerKind;
  readonly ids: Readonly<Record<string, IdChoice>>;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: readonly (readonly [string, string])[];
  readonly body: FuzzBody;
};
