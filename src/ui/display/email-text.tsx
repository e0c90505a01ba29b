import { Fragment } from 'react';

/** An e-mail address. Where it is too long for its line, it breaks before `@` or a dot, and not within a word. */
export const EmailText = ({ address }: { address: string }) => (
  <>
    {address.split(/(?=[@.])/).map((part, nth) => (
      <Fragment key={nth}>
        {nth > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
);
