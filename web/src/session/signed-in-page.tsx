/** Where the OpenID provider sends people back to. */
import { Pending } from '../shell/pending.tsx';

export function SignedInPage() {
  return <Pending />;
}
