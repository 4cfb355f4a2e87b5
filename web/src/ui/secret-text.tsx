/** A secret that is shown once, with a button to copy it. */
import { CopyButton } from './copy-button.tsx';

export function SecretText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-sunken p-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a field would be kept by the browser's memory of forms */}
      <code
        role="group"
        aria-label={label}
        className="min-w-0 flex-1 basis-52 font-mono text-sm break-all select-all"
      >
        {text}
      </code>
      <CopyButton text={text} />
    </div>
  );
}
