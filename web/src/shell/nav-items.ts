/** Where the navigation leads, in its order. */
import { ChartColumn, Files, House, KeyRound, Layers, Webhook } from 'lucide-react';

export const navItems = [
  { to: '/', key: 'nav.home', icon: House },
  { to: '/jobs', key: 'nav.jobs', icon: Files },
  { to: '/keys', key: 'nav.keys', icon: KeyRound },
  { to: '/usage', key: 'nav.usage', icon: ChartColumn },
  { to: '/plan', key: 'nav.plan', icon: Layers },
  { to: '/webhooks', key: 'nav.webhooks', icon: Webhook },
] as const;
