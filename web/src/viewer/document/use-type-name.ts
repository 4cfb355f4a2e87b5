/** The display name of an element: its type, for headings the level, and for recognized text how sure it is. */
import type { DocumentNode, NodeType } from '@octavo/sdk';
import { useCallback } from 'react';
import type { TextKey } from '../../i18n/locale.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { confidenceOf } from './ocr-confidence.ts';

/** The texts of types that need no more than the type. */
export const blockNames: Readonly<Record<Exclude<NodeType, 'artifact'>, TextKey<'viewer'>>> = {
  heading: 'type.heading',
  paragraph: 'type.paragraph',
  list: 'type.list',
  list_item: 'type.listItem',
  table: 'type.table',
  row: 'type.row',
  cell: 'type.cell',
  figure: 'type.figure',
  caption: 'type.caption',
  code: 'type.code',
  formula: 'type.formula',
  footnote: 'type.footnote',
  field: 'type.field',
};

export function useTypeName(): (node: DocumentNode) => string {
  const { t, language } = useTranslation('viewer');
  const typeName = useCallback(
    (node: DocumentNode) => {
      if (node.type === 'heading') return t('type.headingLevel', { level: node.level });
      if (node.type === 'artifact') return t(node.kind === 'header' ? 'type.header' : 'type.footer');
      return Object.hasOwn(blockNames, node.type)
        ? t(blockNames[node.type])
        : String((node as { type: string }).type);
    },
    [t],
  );
  return useCallback(
    (node) => {
      const [type, confidence] = [typeName(node), confidenceOf(node)];
      if (confidence === undefined) return type;
      return t('ocrElement', { type, percent: confidence.toLocaleString(language, { style: 'percent' }) });
    },
    [t, language, typeName],
  );
}
