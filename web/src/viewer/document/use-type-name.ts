/** The display name of an element: its type and, for headings, the level. */
import type { DocumentNode } from '@octavo/sdk';
import { useCallback } from 'react';
import type { TextKey } from '../../i18n/locale.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

const names: Readonly<Record<DocumentNode['type'], TextKey<'viewer'>>> = {
  heading: 'type.heading',
  paragraph: 'type.paragraph',
  'text chunk': 'type.paragraph',
  'text block': 'type.paragraph',
  list: 'type.list',
  'list item': 'type.listItem',
  toc: 'type.contents',
  'toc item': 'type.contentsItem',
  table: 'type.table',
  'table row': 'type.tableRow',
  'table cell': 'type.tableCell',
  image: 'type.image',
  caption: 'type.caption',
  formula: 'type.formula',
  header: 'type.header',
  footer: 'type.footer',
};

export function useTypeName(): (node: DocumentNode) => string {
  const { t } = useTranslation('viewer');
  return useCallback(
    (node) => {
      if (node.type === 'heading') return t('type.headingLevel', { level: node['heading level'] });
      return Object.hasOwn(names, node.type) ? t(names[node.type]) : String((node as { type: string }).type);
    },
    [t],
  );
}
