import { Button } from '@mantine/core';
import { dismissAdditionalFieldsNotice } from '#sync/changes/on-device-aside.ts';
import { Notice } from '#ui/notices/notice.tsx';
import './not-offered-notice.css';

/** Tells the user once that a server lacks the clinic's own fields, which this device had shown before. */
export const UnsupportedFieldsNotice = () => (
  <Notice
    kind="info"
    className="not-offered"
    title="Este servidor no recibe los campos adicionales."
    action={
      <Button onClick={() => void dismissAdditionalFieldsNotice().catch(reportError)}>Entendido</Button>
    }
  >
    Lo demás se registra igual.
  </Notice>
);
