/** Says in plain words whether a quote is in the document. */
import type { LocatedQuotes } from '@octavo/sdk';
import type { TextKey } from '../../i18n/locale.ts';

export type QuoteAnswer = LocatedQuotes['items'][number];
type Tone = 'success' | 'warning' | 'danger';

export type PlainVerdict = {
  readonly tone: Tone;
  readonly title: TextKey<'viewer'>;
  readonly text: TextKey<'viewer'>;
  /** The words may be in text that could not be searched. */
  readonly mayBeUnsearched: boolean;
};

const found = { tone: 'success', mayBeUnsearched: false } as const;
const unsure = { tone: 'warning', mayBeUnsearched: true } as const;

const tooShort = { tone: 'warning', mayBeUnsearched: false } as const;
const missing = { tone: 'danger', mayBeUnsearched: false } as const;

const verdicts: Readonly<Record<QuoteAnswer['verdict'], PlainVerdict>> = {
  verbatim: { ...found, title: 'quote.verbatim', text: 'quote.verbatimText' },
  ambiguous: { ...found, title: 'quote.several', text: 'quote.severalText' },
  near: { ...unsure, title: 'quote.near', text: 'quote.nearText' },
  scattered: { ...unsure, title: 'quote.scattered', text: 'quote.scatteredText' },
  too_short: { ...tooShort, title: 'quote.tooShort', text: 'quote.tooShortText' },
  absent: { ...missing, title: 'quote.absent', text: 'quote.absentText' },
  undetermined: { ...unsure, title: 'quote.undetermined', text: 'quote.undeterminedText' },
};

const similarAtSeveral: PlainVerdict = {
  ...unsure,
  title: 'quote.near',
  text: 'quote.similarSeveralText',
};

/** `isAllSearched` is false if some text is not in the result: then nothing can be called absent. */
export function plainVerdict({ verdict, score }: QuoteAnswer, isAllSearched: boolean): PlainVerdict {
  if (verdict === 'absent' && !isAllSearched) return verdicts.undetermined;
  if (verdict === 'ambiguous' && score < 1) return similarAtSeveral;
  return verdicts[verdict];
}
