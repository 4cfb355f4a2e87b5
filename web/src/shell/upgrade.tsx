/** How to get a larger plan: the operator's text and link, or whom to ask. */
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { useTranslation } from '../i18n/use-translation.ts';
import { useDashboard } from '../session/dashboard-context.ts';
import { buttonClasses } from '../ui/button.tsx';

const isAddress = (contact: string) => /^[^\s@]+@[^\s@]+$/.test(contact);

/** Null for a contact that is only text, such as a telephone number. */
function contactUrl(contact: string): string | null {
  if (isAddress(contact)) return `mailto:${contact}`;
  return /^(https?:\/\/|mailto:)/i.test(contact) ? contact : null;
}

export function Contact({ contact }: { readonly contact: string }) {
  const url = contactUrl(contact);
  if (url === null) return <>{contact}</>;
  return (
    <a href={url} className="font-medium text-accent underline underline-offset-4">
      {contact.replace(/^mailto:/i, '')}
    </a>
  );
}

/** One or two sentences; they stand alone if there is no link. */
export function UpgradeText() {
  const { t } = useTranslation();
  const { url, text, contact } = useDashboard().config.upgrade;
  if (text !== null) return <>{text}</>;
  if (url !== null) return <>{t('upgrade.text')}</>;
  if (contact === null) return <>{t('upgrade.ask')}</>;
  return (
    <>
      {t('upgrade.askAt')} <Contact contact={contact} />
    </>
  );
}

/** The button to the operator's page; nothing where there is none. */
export function UpgradeLink({ size = 'medium' }: { readonly size?: 'small' | 'medium' }) {
  const { t } = useTranslation();
  const { url } = useDashboard().config.upgrade;
  if (url === null) return null;
  return (
    <a href={url} className={buttonClasses('primary', size)}>
      {t('upgrade.action')}
      <ArrowUpRight aria-hidden size={16} />
    </a>
  );
}
