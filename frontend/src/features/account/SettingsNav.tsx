interface SettingsNavProps {
  sections: readonly { anchor: string; text: string }[];
}

/** Leads to the sections of the page: above them on small screens, beside them, and always in sight, on wide ones. */
export function SettingsNav({ sections }: SettingsNavProps) {
  return (
    <nav aria-label="On this page" className="lg:sticky lg:top-8">
      <ul className="flex flex-wrap gap-2 lg:flex-col lg:gap-0 lg:border-l-[1.5px] lg:border-rule">
        {sections.map(({ anchor, text }) => (
          <li key={anchor}>
            <a
              href={`#${anchor}`}
              className="flex min-h-11 items-center rounded-control border border-rule bg-sheet px-3.5 font-semibold hover:border-accent hover:text-accent lg:rounded-none lg:border-0 lg:bg-transparent lg:px-4 lg:hover:bg-wash"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
