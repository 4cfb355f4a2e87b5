/** Code to read and copy; it scrolls by itself, so it can be reached by keyboard. */
export function CodeBlock({ code, label }: { readonly code: string; readonly label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-lg bg-sunken"
    >
      <pre className="p-3 font-mono text-xs leading-relaxed">{code}</pre>
    </section>
  );
}
