import { Button } from '@mantine/core';
import { Notice } from '#ui/notices/notice.tsx';
import { repeatedText } from './registration-tags.tsx';
import './repeated-notice.css';

interface RepeatedNoticeProps {
  count: number;
  /** True if the list shows these people only. */
  isShown: boolean;
  onShow: () => void;
}

/** Notice on top of a list whose people were registered more than once. */
export const RepeatedNotice = ({ count, isShown, onShow }: RepeatedNoticeProps) => (
  <Notice
    className="repeated-notice"
    kind="warn"
    title={`${repeatedText(count)} sin decidir.`}
    action={!isShown && <Button onClick={onShow}>Ver repetidas</Button>}
  >
    Decide en cada persona si se conservan las dos evaluaciones o si una repite a la otra.
  </Notice>
);
