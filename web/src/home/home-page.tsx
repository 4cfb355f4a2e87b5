/** The start page: upload, recent jobs, quota and API sample. */
import { lazy, Suspense } from 'react';
import { ensureTexts } from '../i18n/language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Page } from '../ui/page.tsx';
import { useUploads } from '../upload/use-uploads.ts';
import { ApiCard } from './api-card.tsx';
import { DropCard } from './drop-card.tsx';
import { MonthCard } from './month-card.tsx';
import { RecentJobs } from './recent-jobs.tsx';

/** Loaded with the first file, like the upload queue. */
const UploadsCard = lazy(async () => {
  const [module] = await Promise.all([import('../upload/uploads-card.tsx'), ensureTexts('failures')]);
  return { default: module.UploadsCard };
});

export function HomePage() {
  const hasUploads = useUploads().length > 0;
  const { t } = useTranslation('home');
  return (
    <Page title={t('title')} text={t('text')}>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <DropCard />
          {hasUploads && (
            <Suspense fallback={null}>
              <UploadsCard />
            </Suspense>
          )}
          <RecentJobs />
        </div>
        <div className="grid min-w-0 gap-6 md:grid-cols-2 xl:grid-cols-1">
          <MonthCard />
          <ApiCard />
        </div>
      </div>
    </Page>
  );
}
