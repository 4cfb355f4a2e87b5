/** A text input with a label and a hint or error message below. */
import { type InputHTMLAttributes, useId } from 'react';

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'onChange'> & {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
};

export function TextField({ label, value, onChange, hint, error, ...rest }: TextFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.target.value)}
        className="h-10 w-full rounded-lg border border-line-strong bg-surface px-3 text-sm placeholder:text-muted aria-invalid:border-danger"
      />
      {note !== undefined && (
        <p id={`${id}-note`} className={`mt-1 text-sm ${error === undefined ? 'text-muted' : 'text-danger'}`}>
          {note}
        </p>
      )}
    </div>
  );
}
