/** The search field of the job list. The URL follows the text after a short pause. */
import Search from 'lucide-react/icons/search';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { nameCharsMax } from './jobs-search.ts';

const pauseMs = 250;

type NameSearchProps = { readonly value: string; readonly onChange: (value: string) => void };

export function NameSearch({ value, onChange }: NameSearchProps) {
  const { t } = useTranslation('jobs');
  const [text, setText] = useState(value);
  const sent = useRef(value);
  // Set from outside: by the back button or by another filter.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const name = text.trim();
    if (name === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = name;
      onChange(name);
    }, pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <div className="relative min-w-0 flex-1 basis-full sm:basis-56">
      <Search
        aria-hidden
        size={16}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        aria-label={t('searchName')}
        placeholder={t('searchName')}
        maxLength={nameCharsMax}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-10 w-full rounded-lg border border-line-strong bg-surface pr-3 pl-9 text-sm placeholder:text-muted"
      />
    </div>
  );
}
