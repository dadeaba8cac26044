import { Link, useLocation } from '@tanstack/react-router';
import { Button } from '../../components/Button.tsx';

/** The ways for a visitor to become somebody, both of which lead back to this page. */
export function SignUpLinks() {
  const next = useLocation({ select: ({ href }) => href });
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Button asChild>
        <Link to="/register" search={{ next }}>
          Register
        </Link>
      </Button>
      <Button asChild look="secondary">
        <Link to="/login" search={{ next }}>
          Login
        </Link>
      </Button>
    </div>
  );
}
