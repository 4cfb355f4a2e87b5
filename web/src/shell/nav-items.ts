/** Where the navigation leads, in its order. */
import ChartColumn from 'lucide-react/icons/chart-column';
import Files from 'lucide-react/icons/files';
import House from 'lucide-react/icons/house';
import KeyRound from 'lucide-react/icons/key-round';
import Layers from 'lucide-react/icons/layers';
import Webhook from 'lucide-react/icons/webhook';

export const navItems = [
  { to: '/', key: 'nav.home', icon: House },
  { to: '/jobs', key: 'nav.jobs', icon: Files },
  { to: '/keys', key: 'nav.keys', icon: KeyRound },
  { to: '/usage', key: 'nav.usage', icon: ChartColumn },
  { to: '/plan', key: 'nav.plan', icon: Layers },
  { to: '/webhooks', key: 'nav.webhooks', icon: Webhook },
] as const;
