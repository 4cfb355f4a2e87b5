/** A block of code, with long lines wrapped; focusable, because it can scroll. */
export function CodeBlock({ code, label }: { readonly code: string; readonly label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-lg bg-sunken"
    >
      <pre className="p-3 font-mono text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap">{code}</pre>
    </section>
  );
}
