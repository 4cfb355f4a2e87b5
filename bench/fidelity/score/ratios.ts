/** Precision, recall and their harmonic mean, from counts; and means. */

export type Ratios = { readonly precision: number; readonly recall: number; readonly f1: number };

export function ratiosOf(counts: {
  readonly wanted: number;
  readonly found: number;
  readonly shared: number;
}): Ratios {
  const { wanted, found, shared } = counts;
  return {
    precision: found === 0 ? 0 : shared / found,
    recall: wanted === 0 ? 1 : shared / wanted,
    f1: shared === 0 ? 0 : (2 * shared) / (wanted + found),
  };
}

/** `undefined` for no values: an average of nothing is no zero. */
export const meanOf = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
