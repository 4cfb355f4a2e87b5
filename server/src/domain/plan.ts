/** Plans: the limits of each tier. These are the defaults; the operator can change them. */

export const tiers = ['free', 'pro', 'business'] as const;
export type Tier = (typeof tiers)[number];

export type Plan = {
  readonly pagesPerMonth: number;
  /** `null` is unlimited. */
  readonly fileBytesMax: number | null;
  readonly activeJobsMax: number;
  readonly apiKeysMax: number;
  /** Pages of a document whose text is recognized (OCR); `null` is the server's limit. */
  readonly ocrPagesMax: number | null;
  readonly programmaticAccess: boolean;
};

/** Of the limits of a plan and of the server, the lower one counts. */
export const ocrPagesLimit = (ofPlan: number | null, ofServer: number): number =>
  Math.min(ofPlan ?? ofServer, ofServer);

export type Plans = Readonly<Record<Tier, Plan>>;

const mebibyte = 1_048_576;

export const defaultPlans: Plans = {
  free: {
    pagesPerMonth: 1_000,
    fileBytesMax: 25 * mebibyte,
    activeJobsMax: 2,
    apiKeysMax: 0,
    ocrPagesMax: null,
    programmaticAccess: false,
  },
  pro: {
    pagesPerMonth: 20_000,
    fileBytesMax: 150 * mebibyte,
    activeJobsMax: 5,
    apiKeysMax: 3,
    ocrPagesMax: null,
    programmaticAccess: true,
  },
  business: {
    pagesPerMonth: 200_000,
    fileBytesMax: null,
    activeJobsMax: 20,
    apiKeysMax: 10,
    ocrPagesMax: null,
    programmaticAccess: true,
  },
};

const figures: readonly (keyof Plan)[] = [
  'pagesPerMonth',
  'fileBytesMax',
  'activeJobsMax',
  'apiKeysMax',
  'ocrPagesMax',
];
const unlimited: readonly (keyof Plan)[] = ['fileBytesMax', 'ocrPagesMax'];

function isPlanValue(key: string, value: unknown): boolean {
  if (key === 'programmaticAccess') return typeof value === 'boolean';
  if (value === null) return unlimited.some((figure) => figure === key);
  return figures.some((figure) => figure === key) && Number.isSafeInteger(value) && (value as number) >= 0;
}

/** `{"pro": {"pagesPerMonth": 50000}}` changes only that value. Throws on anything unknown. */
export function overridePlans(plans: Plans, overrides: unknown): Plans {
  if (typeof overrides !== 'object' || overrides === null) throw new Error('plans must be a JSON object');
  for (const [tier, plan] of Object.entries(overrides)) {
    if (!tiers.some((known) => known === tier)) throw new Error(`plans: no tier is called ${tier}`);
    for (const [key, value] of Object.entries(plan ?? {})) {
      if (!isPlanValue(key, value))
        throw new Error(`plans: ${tier}.${key} cannot be ${JSON.stringify(value)}`);
    }
  }
  const changes = overrides as Partial<Record<Tier, Partial<Plan>>>;
  return Object.freeze({
    free: { ...plans.free, ...changes.free },
    pro: { ...plans.pro, ...changes.pro },
    business: { ...plans.business, ...changes.business },
  });
}

/** Higher goes first in the queue. */
export const queuePriority: Readonly<Record<Tier, number>> = { free: 0, pro: 10, business: 20 };
