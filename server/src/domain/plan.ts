/** Plans: what each tier may do. The figures are the operator's to change; these are the shipped ones. */

export const tiers = ['free', 'pro', 'business'] as const;
export type Tier = (typeof tiers)[number];

export type Plan = {
  readonly pagesPerMonth: number;
  /** `null` is unlimited. */
  readonly fileBytesMax: number | null;
  readonly activeJobsMax: number;
  readonly apiKeysMax: number;
  readonly programmaticAccess: boolean;
};

export type Plans = Readonly<Record<Tier, Plan>>;

const mebibyte = 1_048_576;

export const defaultPlans: Plans = {
  free: {
    pagesPerMonth: 1_000,
    fileBytesMax: 25 * mebibyte,
    activeJobsMax: 2,
    apiKeysMax: 0,
    programmaticAccess: false,
  },
  pro: {
    pagesPerMonth: 20_000,
    fileBytesMax: 150 * mebibyte,
    activeJobsMax: 5,
    apiKeysMax: 3,
    programmaticAccess: true,
  },
  business: {
    pagesPerMonth: 200_000,
    fileBytesMax: null,
    activeJobsMax: 20,
    apiKeysMax: 10,
    programmaticAccess: true,
  },
};
