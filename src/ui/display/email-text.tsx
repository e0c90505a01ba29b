import { Fragment } from 'react';

/** E-mail address that wraps only before `@` or a dot when it is too long for its line. */
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
