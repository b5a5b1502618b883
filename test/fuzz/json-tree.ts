/**
 * A JSON text by its structure. Unlike a parsed value it can say one name twice, `-0`, `1e999`, half a
 * character, and a member `__proto__`. Names and leaves are JSON text already.
 */
export type Tree =
  | { readonly kind: 'leaf'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Tree[] }
  | { readonly kind: 'object'; readonly members: readonly Member[] };

export type Member = readonly [name: string, value: Tree];

export function leaf(text: string): Tree {
  return { kind: 'leaf', text };
}

export function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(treeOf) };
  if (typeof value !== 'object' || value === null) return leaf(JSON.stringify(value) ?? 'null');
  return objectOf(Object.entries(value).map(([name, member]) => [name, treeOf(member)]));
}

/** An object with these members; their names are plain. */
export function objectOf(members: readonly (readonly [string, Tree])[]): Tree {
  return {
    kind: 'object',
    members: members.map(([name, value]) => [JSON.stringify(name), value]),
  };
}

export function writeTree(tree: Tree): string {
  switch (tree.kind) {
    case 'leaf':
      return tree.text;
    case 'list':
      return `[${tree.items.map(writeTree).join(',')}]`;
    case 'object':
      return `{${tree.members.map(([name, value]) => `${name}:${writeTree(value)}`).join(',')}}`;
  }
}
