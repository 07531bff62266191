/** Puts the remote into its container's script; it runs when the shell asks for it. */
module.exports = () => import(/* webpackMode: "eager" */ 'contained-remote')
