import { Fragment } from 'react';

/** Renders an e-mail address. An address that is too long for its line breaks before `@` or a dot, not within a word. */
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
