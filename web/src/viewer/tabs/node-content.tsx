/** Renders the content of a node by its type. */
import type { DocumentNode, Field, Figure, List } from '@octavo/sdk';
import { useTranslation } from '../../i18n/use-translation.ts';
import { classNames } from '../../ui/class-names.ts';
import { BlockPart } from './block-part.tsx';
import { JobImage } from './job-image.tsx';
import { StyledText } from './styled-text.tsx';
import { TableGrid } from './table-grid.tsx';

type NodeContentProps<Node extends DocumentNode = DocumentNode> = {
  readonly jobId: string;
  readonly node: Node;
  readonly pointer: string;
};

const headingSizes = ['text-xl', 'text-lg', 'text-base'];
/** Limits recursion: the depth of the tree is controlled by the document. */
const depthMax = 24;

function depthOf(pointer: string): number {
  return pointer.split('/').length / 2;
}

export function Children({ jobId, node, pointer }: NodeContentProps) {
  return node.kids.map((kid, index) => {
    const at = `${pointer}/kids/${index}`;
    return <NodeContent key={at} jobId={jobId} node={kid} pointer={at} />;
  });
}

function ListContent({ jobId, node, pointer }: NodeContentProps<List>) {
  return (
    <ul className="space-y-0.5">
      {node.kids.map((item, index) => {
        const at = `${pointer}/kids/${index}`;
        return (
          <BlockPart key={at} as="li" pointer={at} dir={item.direction}>
            {item.label !== undefined && <span className="text-muted">{item.label} </span>}
            <StyledText of={item} />
            <div className="ps-4">
              <Children jobId={jobId} node={item} pointer={at} />
            </div>
          </BlockPart>
        );
      })}
    </ul>
  );
}

function FigureContent({ jobId, node, pointer }: NodeContentProps<Figure>) {
  return (
    <figure className="space-y-1">
      <JobImage jobId={jobId} figure={node} />
      {node.kids.length > 0 && (
        <figcaption>
          <Children jobId={jobId} node={node} pointer={pointer} />
        </figcaption>
      )}
    </figure>
  );
}

function FieldContent({ field }: { readonly field: Field }) {
  const { t } = useTranslation('viewer');
  const label = field.label ?? field.name;
  if (typeof field.value === 'boolean')
    return <p className="break-words">{`${field.value ? '☑' : '☐'} ${label}`}</p>;
  return (
    <p className="break-words">
      <span className="text-muted">{label}: </span>
      {field.content === '' ? (
        <span className="text-muted italic">{t('emptyField')}</span>
      ) : (
        <span dir="auto">{field.content}</span>
      )}
    </p>
  );
}

const textClasses = {
  paragraph: 'leading-relaxed break-words',
  caption: 'text-sm text-muted italic',
  formula: 'font-mono text-sm break-words',
  footnote: 'text-sm break-words',
} as const;

export function NodeContent({ jobId, node, pointer }: NodeContentProps) {
  if (depthOf(pointer) > depthMax) return null;
  switch (node.type) {
    case 'heading': {
      const size = headingSizes[Math.min(node.level, headingSizes.length) - 1] ?? 'text-base';
      return (
        <p dir={node.direction} className={classNames('font-semibold tracking-tight', size)}>
          <StyledText of={node} />
        </p>
      );
    }
    case 'paragraph':
    case 'caption':
    case 'formula':
    case 'footnote':
      return (
        <p dir={node.direction} className={textClasses[node.type]}>
          <StyledText of={node} />
        </p>
      );
    case 'code':
      return <pre className="overflow-x-auto font-mono text-sm">{node.content}</pre>;
    case 'list':
      return <ListContent jobId={jobId} node={node} pointer={pointer} />;
    case 'table':
      return <TableGrid table={node} pointer={pointer} />;
    case 'figure':
      return <FigureContent jobId={jobId} node={node} pointer={pointer} />;
    case 'field':
      return <FieldContent field={node} />;
    default:
      return <OtherContent jobId={jobId} node={node} pointer={pointer} />;
  }
}

/** Artifacts and cells, and types of a newer server: the text, then the kids. */
function OtherContent({ jobId, node, pointer }: NodeContentProps) {
  const content = 'content' in node ? node.content : '';
  return (
    <>
      {content !== '' && <p>{content}</p>}
      <Children jobId={jobId} node={node} pointer={pointer} />
    </>
  );
}
