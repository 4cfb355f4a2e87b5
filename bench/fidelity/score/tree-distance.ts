/** Edit distance of ordered trees (Zhang and Shasha, 1989): inserting and deleting a node costs 1. */

export type TreeNode<Label> = { readonly label: Label; readonly kids: readonly TreeNode<Label>[] };

export type RenameCost<Label> = (left: Label, right: Label) => number;

export const treeSize = (node: TreeNode<unknown>): number =>
  node.kids.reduce((sum, kid) => sum + treeSize(kid), 1);

type Indexed<Label> = {
  /** In postorder. */
  readonly labels: readonly Label[];
  /** For each node, the leftmost leaf below it. */
  readonly leaves: readonly number[];
  /** Roots of the subtrees that have to be compared: of nodes with the same leftmost leaf, the highest. */
  readonly keyRoots: readonly number[];
};

function indexTree<Label>(root: TreeNode<Label>): Indexed<Label> {
  const labels: Label[] = [];
  const leaves: number[] = [];
  const visit = (node: TreeNode<Label>): number => {
    const firsts = node.kids.map(visit);
    labels.push(node.label);
    const leaf = firsts[0] ?? labels.length - 1;
    leaves.push(leaf);
    return leaf;
  };
  visit(root);
  const highest = new Map(leaves.map((leaf, at) => [leaf, at]));
  return { labels, leaves, keyRoots: [...highest.values()].sort((a, b) => a - b) };
}

class Distances<Label> {
  private readonly trees: Float64Array;
  private readonly forests: Float64Array;
  private readonly stride: number;
  private readonly left: Indexed<Label>;
  private readonly right: Indexed<Label>;
  private readonly cost: RenameCost<Label>;

  constructor(left: Indexed<Label>, right: Indexed<Label>, cost: RenameCost<Label>) {
    this.left = left;
    this.right = right;
    this.cost = cost;
    this.stride = right.labels.length + 1;
    this.trees = new Float64Array(left.labels.length * right.labels.length);
    this.forests = new Float64Array((left.labels.length + 1) * this.stride);
  }

  compute(): number {
    for (const i of this.left.keyRoots) for (const j of this.right.keyRoots) this.compareForests(i, j);
    return this.trees.at(-1) as number;
  }

  private compareForests(i: number, j: number): void {
    const { forests, stride } = this;
    const [leftLeaf, rightLeaf] = [this.left.leaves[i] as number, this.right.leaves[j] as number];
    const [height, width] = [i - leftLeaf + 1, j - rightLeaf + 1];
    for (let x = 0; x <= width; x++) forests[x] = x;
    for (let y = 1; y <= height; y++) {
      forests[y * stride] = y;
      for (let x = 1; x <= width; x++) this.step(leftLeaf, rightLeaf, y, x);
    }
  }

  private step(leftLeaf: number, rightLeaf: number, y: number, x: number): void {
    const { forests, stride, trees } = this;
    const [u, v] = [leftLeaf + y - 1, rightLeaf + x - 1];
    const [uLeaf, vLeaf] = [this.left.leaves[u] as number, this.right.leaves[v] as number];
    const tree = u * this.right.labels.length + v;
    const alone =
      Math.min(forests[(y - 1) * stride + x] as number, forests[y * stride + x - 1] as number) + 1;
    if (uLeaf === leftLeaf && vLeaf === rightLeaf) {
      const renamed = this.cost(this.left.labels[u] as Label, this.right.labels[v] as Label);
      const best = Math.min(alone, (forests[(y - 1) * stride + x - 1] as number) + renamed);
      forests[y * stride + x] = best;
      trees[tree] = best;
    } else {
      const before = forests[(uLeaf - leftLeaf) * stride + (vLeaf - rightLeaf)] as number;
      forests[y * stride + x] = Math.min(alone, before + (trees[tree] as number));
    }
  }
}

export function treeDistance<Label>(
  left: TreeNode<Label>,
  right: TreeNode<Label>,
  cost: RenameCost<Label>,
): number {
  return new Distances(indexTree(left), indexTree(right), cost).compute();
}
