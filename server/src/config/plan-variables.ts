/** Variables of the plans: their figures, and how users get a larger one. */
import { link, list, optional, text } from './variable.ts';

export const planVariables = {
  file: optional(
    text({
      name: 'OCTAVO_PLANS_FILE',
      summary: 'JSON file that overrides figures of the shipped plans.',
      example: '',
    }),
  ),
  upgradeUrl: optional(
    link({
      name: 'OCTAVO_UPGRADE_URL',
      summary:
        'Where users get a larger plan: your pricing page, a billing portal or a form. The dashboard and the errors about plan limits link to it. Absent: users are asked to contact the operator.',
      example: '',
    }),
  ),
  upgradeText: optional(
    text({
      name: 'OCTAVO_UPGRADE_TEXT',
      summary:
        'One or two sentences shown with that link, or without one, such as `Pro costs 20 € a month.` or `Ask the IT desk for Pro.`',
      example: '',
    }),
  ),
  prices: list(
    {
      name: 'OCTAVO_PLAN_PRICES',
      summary:
        'Prices that the plan page of the dashboard shows, such as `free=0 €,pro=20 € a month`. A price may have any words, but no comma. Empty: no prices.',
      fallback: '',
    },
    {
      wanted: 'a plan with its price, such as `pro=20 € a month`',
      accepts: (value) => /^(free|pro|business)=\s*\S/.test(value),
    },
  ),
  operatorContact: optional(
    text({
      name: 'OCTAVO_OPERATOR_CONTACT',
      summary:
        'How users reach you, such as an e-mail address or a URL. Shown where the dashboard advises users to ask the operator.',
      example: '',
    }),
  ),
} as const;
