const rows = [
  [
    'AI provider',
    'Rating photos and moderating texts',
    'The photo without its metadata; the text of a comment',
  ],
  ['Card payment provider', 'Boosts and donations', 'Email address, amount, payment id'],
  ['Mail provider', 'Delivering our mails', 'Email address, the text of the mail'],
  [
    'Hosting provider',
    'Running the site and storing photos',
    'Everything named in this policy, on our behalf',
  ],
] as const;

/** Who else gets which data, and what for. */
export function SharingTable() {
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-md border-collapse text-left text-[0.9375rem]">
        <thead>
          <tr className="border-b-2 border-ink">
            {['Third party', 'Purpose', 'Data shared'].map((title) => (
              <th key={title} scope="col" className="py-2 pr-4 font-bold">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([party, purpose, data]) => (
            <tr key={party} className="border-b border-rule align-top">
              <th scope="row" className="py-2 pr-4 font-semibold">
                {party}
              </th>
              <td className="py-2 pr-4">{purpose}</td>
              <td className="py-2">{data}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
