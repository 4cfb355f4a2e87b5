/** For plans without programmatic access: why there are no keys, and where to look. */
import { Link } from '@tanstack/react-router';
import Lock from 'lucide-react/icons/lock';
import { useTranslation } from '../i18n/use-translation.ts';
import { buttonClasses } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function PlanNeeded() {
  const { t } = useTranslation('keys');
  return (
    <Card className="mb-6">
      <EmptyState icon={<Lock aria-hidden size={32} />} title={t('planNeeded')} text={t('planNeededText')}>
        <Link to="/plan" className={buttonClasses('primary')}>
          {t('seePlans')}
        </Link>
      </EmptyState>
    </Card>
  );
}
