/**
 * The exports of the router that remotes may use. The shell provides this module, so a remote's
 * bundle contains no router, and what isn't listed here can be dropped from the shell's.
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
