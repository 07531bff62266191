/**
 * The router's names that remotes may use. The shell provides this module, so a remote's bundle holds no
 * router, and what is not listed here can be left out of the shell's.
 */
export {
  Link,
  NavLink,
  Navigate,
  Outlet,
  type RouteObject,
  redirect,
  useBlocker,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom'
