/** Renders the content of a node by its type. */
import type { DocumentNode } from '@octavo/sdk';
import { classNames } from '../../ui/class-names.ts';
import { BlockPart } from './block-part.tsx';
import { JobImage } from './job-image.tsx';
import { TableGrid } from './table-grid.tsx';

type NodeContentProps = {
  readonly jobId: string;
  readonly node: DocumentNode;
  readonly pointer: string;
};

type ChildrenProps = {
  readonly jobId: string;
  readonly pointer: string;
  readonly nodes: readonly DocumentNode[] | undefined;
};

const headingSizes = ['text-xl', 'text-lg', 'text-base'];
/** Limits recursion: the depth of the tree is controlled by the document. */
const depthMax = 24;

function depthOf(pointer: string): number {
  return pointer.split('/').length / 2;
}

function Children({ jobId, pointer, nodes }: ChildrenProps) {
  return (nodes ?? []).map((node, index) => {
    const at = `${pointer}/kids/${index}`;
    return <NodeContent key={at} jobId={jobId} node={node} pointer={at} />;
  });
}

export function NodeContent({ jobId, node, pointer }: NodeContentProps) {
  if (depthOf(pointer) > depthMax) return null;
  switch (node.type) {
    case 'heading': {
      const size = headingSizes[Math.min(node['heading level'], headingSizes.length) - 1] ?? 'text-base';
      return <p className={classNames('font-semibold tracking-tight', size)}>{node.content}</p>;
    }
    case 'list':
      return (
        <ul className="space-y-0.5">
          {node['list items'].map((item, index) => {
            const at = `${pointer}/list items/${index}`;
            return (
              <BlockPart key={at} as="li" pointer={at}>
                {item.content}
                <div className="pl-4">
                  <Children jobId={jobId} pointer={at} nodes={item.kids} />
                </div>
              </BlockPart>
            );
          })}
        </ul>
      );
    case 'toc':
      return (
        <ul className="space-y-0.5">
          {node['toc items'].map((item, index) => {
            const at = `${pointer}/toc items/${index}`;
            return (
              <BlockPart key={at} as="li" pointer={at}>
                {item.content}
                <Children jobId={jobId} pointer={at} nodes={item.kids} />
              </BlockPart>
            );
          })}
        </ul>
      );
    case 'table':
      return <TableGrid table={node} pointer={pointer} />;
    case 'image':
      return <JobImage jobId={jobId} image={node} />;
    case 'formula':
      return <p className="font-mono text-sm break-words">{node.content}</p>;
    case 'caption':
      return <p className="text-sm text-muted italic">{node.content}</p>;
    case 'paragraph':
    case 'text chunk':
      return <p className="leading-relaxed break-words whitespace-pre-line">{node.content}</p>;
    case 'header':
    case 'footer':
    case 'text block':
    case 'table cell':
      return <Children jobId={jobId} pointer={pointer} nodes={node.kids} />;
    default:
      return 'content' in node ? <p>{node.content}</p> : null;
  }
}
