/** Tabs with keyboard support: arrow keys, Home and End. */
import * as Radix from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';

type Tab<Value extends string> = { readonly value: Value; readonly label: ReactNode };

type TabsProps<Value extends string> = {
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly children: ReactNode;
  readonly className?: string;
};

export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
  className,
}: TabsProps<Value>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      {...(className === undefined ? {} : { className })}
    >
      <Radix.List aria-label={label} className="@container flex overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px border-b-2 border-transparent px-1 py-2 text-sm @min-[25rem]:px-1.5 @min-[32rem]:px-3 font-medium whitespace-nowrap text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}

export const TabPanel = Radix.Content;
