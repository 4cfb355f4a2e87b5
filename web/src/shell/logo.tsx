/** The Octavo logo. */
export function Logo() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-7 shrink-0">
      <rect width="32" height="32" rx="7" className="fill-accent" />
      <path d="M8 7.5h11.2L24 12.3v12.2H8z" className="fill-on-accent" />
      <path d="M19.2 7.5v4.8H24z" className="fill-accent opacity-50" />
      <path
        d="M11 15h10M11 18.2h10M11 21.4h6"
        className="stroke-accent"
        strokeWidth="1.7"
        strokeLinecap="round"
      />
    </svg>
  );
}
